/** Version of the widget: that of the package, held to it by a test. */
export const VERSION = '1.1.0-dev';
