import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const OUT = resolve(import.meta.dirname, '../dist/pages/demo');

/** The content that the demo fills its store with, and its pictures, lie beside the built page. */
const copyContent: Plugin = {
  name: 'copy-content',
  closeBundle() {
    cpSync(resolve(import.meta.dirname, 'content'), resolve(OUT, 'content'), { recursive: true });
  },
};

export default defineConfig({
  base: '/demo/',
  publicDir: false,
  plugins: [copyContent],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
});
