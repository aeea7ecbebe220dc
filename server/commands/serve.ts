import type { Command } from 'commander';
import type { CommandRun } from './command-io.ts';

/** `serve`. */
export function addServeCommand(program: Command, run: CommandRun): void {
  program
    .command('serve')
    .description('run the service; the environment configures it')
    .option('--json', 'as with every command; what is printed to standard output is the log, a JSON document a line')
    .option('--demo', 'on this machine only, with demo content, a demo account and demo keys')
    .addHelpText(
      'after',
      '\nEnvironment: PORT (3000), HOST, PUBLIC_URL, DATA_DIR or REDIS_URL, SECRET, TRUST_PROXY and more; see docs/operations.md.' +
        '\nMetrics are on METRICS_PORT (9464), which listens on loopback unless HOST is set: HOST=0.0.0.0 in a container.',
    )
    .action((options: { readonly demo?: boolean }) => run.io.services.serve({ demo: options.demo === true }));
}
