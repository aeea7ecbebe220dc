import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeContentStore } from '../suites/describe-content-store.ts';
import { openEmbeddedContent } from './content-store.ts';

describeContentStore('the embedded store', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'content-'));
  const opened = [openEmbeddedContent(dataDir)];
  return {
    content: opened[0]!.content,
    async openSecond() {
      const second = openEmbeddedContent(dataDir);
      opened.push(second);
      return second.content;
    },
    async close() {
      for (const one of opened) await one.close();
      await rm(dataDir, { recursive: true });
    },
  };
});
