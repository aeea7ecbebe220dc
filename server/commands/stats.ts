import type { Command } from 'commander';
import { requireServer } from '../accounts/find-server.ts';
import { readServerStats, type ServerStats } from '../accounts/read-server-stats.ts';
import type { DayCount } from '../store/vote-store.ts';
import type { CommandRun } from './command-io.ts';
import { formatFields, formatNumber, formatTable } from './format-table.ts';
import { withStores } from './with-stores.ts';
import { type OutputOptions, printAnswer } from './write-output.ts';

interface StatsOptions extends OutputOptions {
  readonly server: string;
  readonly account?: string;
}

const BAR_LENGTH = 32;
const VOTES_HEADING = 'VOTES';

/** `stats`. */
export function addStatsCommand(program: Command, run: CommandRun): void {
  program
    .command('stats')
    .description('figures of one server; days are days of UTC')
    .requiredOption('--server <server>', 'id or slug')
    .option('--account <account>', 'id or username of the owner, where several accounts have this slug')
    .option('--json', 'print one JSON document')
    .action((options: StatsOptions) => runStats(run, options));
}

async function runStats({ io }: CommandRun, options: StatsOptions): Promise<void> {
  const { server, stats } = await withStores(io, async ({ directory, votes }) => {
    const found = await requireServer(directory, { server: options.server, account: options.account });
    return { server: found, stats: await readServerStats(votes, found, io.now()) };
  });
  const { id, slug, name, accountId } = server;
  const days = formatDays(stats.topDays, io.terminal.stdout);
  await printAnswer(io, options, {
    json: { server: { id, slug, name, accountId }, ...stats },
    text: [formatFields([['Server', `${name} (${slug})`], ...fieldsOf(stats)]), days].filter(Boolean).join('\n\n'),
  });
}

function fieldsOf({ total, today, last7Days, last30Days, log }: ServerStats): [string, string][] {
  const seen = log.from === null ? 'nothing' : `${formatNumber(log.votes)} votes from ${log.from} to ${log.until}`;
  return [
    ['Total', formatNumber(total)],
    ['Today', formatNumber(today)],
    ['Last 7 days', formatNumber(last7Days)],
    ['Last 30 days', formatNumber(last30Days)],
    ['Vote log', seen],
    ['  direct', formatNumber(log.byVia.direct)],
    ['  hosted', formatNumber(log.byVia.hosted)],
    ['  attested', `${formatNumber(log.byVia.attested)} (vouched for by a key holder)`],
    ['  with name', formatNumber(log.withUsername)],
    ['  networks', formatNumber(log.networks)],
  ];
}

/** A bar chart on a terminal, plain columns elsewhere; nothing when there were no votes. */
function formatDays(days: readonly DayCount[], chart: boolean): string {
  const most = Math.max(1, ...days.map(({ votes }) => votes));
  const width = Math.max(VOTES_HEADING.length, formatNumber(most).length);
  const rows = days.map(({ day, votes }) => {
    const cells = [day, formatNumber(votes).padStart(width)];
    return chart ? [...cells, '█'.repeat(Math.max(1, Math.round((votes / most) * BAR_LENGTH)))] : cells;
  });
  return rows.length === 0
    ? ''
    : formatTable(chart ? ['TOP DAYS', VOTES_HEADING, ''] : ['TOP DAYS', VOTES_HEADING], rows);
}
