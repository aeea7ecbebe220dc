import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** The demo's own script and sheets. The pages are made by the service, which names these files: they keep their names. */
export default defineConfig({
  base: '/demo/',
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/pages/demo'),
    emptyOutDir: true,
    target: 'es2022',
    // What the element needs itself; older ones would turn `light-dark()` into something that it cannot read.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    modulePreload: false,
    rollupOptions: {
      input: {
        demo: resolve(import.meta.dirname, 'main.ts'),
        hostile: resolve(import.meta.dirname, 'styles/hostile.css'),
      },
      output: { entryFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' },
    },
  },
});
