import type { Command } from 'commander';
import type { CommandRun } from './command-io.ts';
import { collect } from './parse-options.ts';

/** `proxy`. */
export function addProxyCommand(program: Command, run: CommandRun): void {
  program
    .command('proxy')
    .description('run the proxy of a website of its own; VOTE_KEY holds its vote key, made with `keys create --attest`')
    .option('--json', 'as with every command; what is printed to standard output is the log, a JSON document a line')
    .requiredOption('--upstream <url>', 'origin of the voting service, such as https://votes.example.com')
    .option(
      '--origin <origin>',
      'origin whose pages may use it, may be repeated; by default the host it is reached by',
      collect,
    )
    .action((options: { readonly upstream: string; readonly origin?: readonly string[] }) =>
      run.io.services.proxy({ upstream: options.upstream, origins: options.origin ?? [] }),
    );
}
