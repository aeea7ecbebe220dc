import type { Command } from 'commander';
import type { CommandRun } from './command-io.ts';

/** `serve`. */
export function addServeCommand(program: Command, run: CommandRun): void {
  program
    .command('serve')
    .description('run the service; the environment configures it')
    .option('--demo', 'on this machine only, with demo content, a demo account and demo keys')
    .action((options: { readonly demo?: boolean }) => run.io.services.serve({ demo: options.demo === true }));
}
