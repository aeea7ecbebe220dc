import { resolve } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/demo/',
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/pages/demo'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
});
