import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string>>;

/** One thing that has to hold. */
export interface Step {
  readonly title: string;
  /** Throws when it does not hold. */
  readonly run: () => void;
}

/** Runs steps in order and says what it is doing and how long it took. Stops at the first that throws. @returns whether all held */
export function runSteps(steps: readonly Step[], say: (line: string) => void): boolean {
  const began = performance.now();
  for (const [index, { title, run }] of steps.entries()) {
    say(`\n[${index + 1}/${steps.length}] ${title}`);
    const stepBegan = performance.now();
    try {
      run();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      say(`\nFailed: ${title}, after ${since(stepBegan)} (${since(began)} in all)`);
      return false;
    }
    say(`    ${since(stepBegan)}`);
  }
  say(`\nAll ${steps.length} steps held, in ${since(began)}.`);
  return true;
}

/** Runs a script of package.json with its output shown. @throws Error when it does not end with 0 */
export function runScript(name: string, env: Environment = {}): void {
  run('npm', ['run', '--silent', name], env);
}

/** Runs a tool of node_modules, named by the path of its script, with its output shown. @throws Error when it does not end with 0 */
export function runTool(script: string, args: readonly string[], env: Environment = {}): void {
  runNode([join('node_modules', script), ...args], env);
}

/** Runs node with its output shown. @throws Error when it does not end with 0 */
export function runNode(args: readonly string[], env: Environment = {}): void {
  run(process.execPath, args, env);
}

function run(command: string, args: readonly string[], env: Environment): void {
  const { status, signal } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`\`${[command, ...args].join(' ')}\` ended with ${status ?? signal}.`);
}

function since(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
