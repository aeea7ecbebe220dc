import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { PageFile } from './page-server.ts';

/** Published elements that the widget is measured beside, as a website would bundle them. */
export interface PeerFiles {
  /** A time that ticks each second, the same kind of text as our countdown: no service, no button. */
  readonly time: PageFile;
  /** A button with a count from a service: no countdown, no limits. */
  readonly applause: PageFile;
  readonly applauseStyles: PageFile;
}

export async function makePeerFiles(): Promise<PeerFiles> {
  return {
    time: await bundle('/peers/relative-time-element.js', import.meta.resolve('@github/relative-time-element')),
    applause: await bundle('/peers/applause-button.js', import.meta.resolve('applause-button')),
    applauseStyles: {
      path: '/peers/applause-button.css',
      type: 'text/css',
      text: readFileSync(new URL(import.meta.resolve('applause-button/dist/applause-button.css')), 'utf8'),
    },
  };
}

/** One minified module, by the tool that builds our own files. */
async function bundle(path: string, url: string): Promise<PageFile> {
  const input = fileURLToPath(url);
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: false, output: { format: 'es' } },
    },
  });
  const [first] = [built].flat();
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (!chunk) throw new Error(`${input} could not be bundled.`);
  return { path, type: 'text/javascript', text: chunk.code };
}
