/** What the analyzer of custom elements reads. It would also write into package.json, which names what is shipped. */
export default {
  globs: ['widget/*/*.ts'],
  exclude: ['**/*.test.ts', 'widget/shared/**', 'widget/typings/**'],
  outdir: '.verify/manifest',
  packagejson: false,
  quiet: true,
};
