import { join } from 'node:path';
import type { Processes } from '../bench/processes/child-processes.ts';
import type { StoreOptions } from '../bench/product/built-product.ts';
import { type Clients, createClients } from './clients/clients.ts';
import { type Load, startLoad } from './clients/load.ts';
import type { Evidence } from './history/history.ts';
import { type Service, type ServiceSetting, startService } from './processes/service.ts';
import { audit, settle } from './product/audit.ts';
import { createTenants, type Tenant } from './product/create-tenants.ts';

/** What a scenario is played on. */
export interface Stage {
  /** Has it a minute, or seconds? */
  readonly isLong: boolean;
  readonly processes: Processes;
  /** A folder of the scenario's own, taken away afterwards. */
  readonly folder: string;
}

/** The product as it stands before the fault: a store with accounts, and processes on it. */
export interface Scene {
  readonly place: StoreOptions;
  readonly services: readonly Service[];
  readonly tenants: readonly Tenant[];
}

export interface SceneSetting {
  /** Left out: the embedded store. */
  readonly redisUrl?: string;
  /** Where the harness itself reaches the store, if not where the service does. */
  readonly straightUrl?: string;
  readonly dataDir?: string;
  readonly accounts?: number;
  /** One for each process. */
  readonly services?: readonly Partial<ServiceSetting>[];
  /** Between the making of the accounts and the start of the service. */
  readonly beforeStart?: () => Promise<void>;
}

/** The fault, while voters come. */
export interface Trouble {
  readonly load: Load;
  readonly clients: Clients;
  /** Says that a fault is being made now. */
  mark(): void;
  /** Has a process of the service ended and started again, which breaks connections for as long as that takes. */
  away(endAndStart: () => Promise<void>): Promise<void>;
}

/** Makes accounts in a store and starts the service on it. */
export async function openScene(stage: Stage, setting: SceneSetting = {}): Promise<Scene> {
  const redisUrl = setting.redisUrl ?? null;
  const dataDir = setting.dataDir ?? join(stage.folder, 'data');
  const place = { redisUrl: setting.straightUrl ?? redisUrl, dataDir };
  const tenants = await createTenants(place, setting.accounts ?? 1);
  await setting.beforeStart?.();
  const services: Service[] = [];
  // One by one, as the first makes what the store lacks.
  for (const own of setting.services ?? [{}]) {
    services.push(await startService(stage, { redisUrl, dataDir, ...own }));
  }
  return { place, services, tenants };
}

/** Lets voters come while `makeTrouble` does, then lets all calm down and asks the product what became of them. */
export async function playTrouble(scene: Scene, makeTrouble: (trouble: Trouble) => Promise<void>): Promise<Evidence> {
  const clients = createClients();
  const parts = { clients, tenants: scene.tenants, targets: scene.services };
  const faultsMs: number[] = [];
  const awayMs: (readonly [number, number])[] = [];
  const mark = () => void faultsMs.push(performance.now());
  async function away(endAndStart: () => Promise<void>): Promise<void> {
    const from = performance.now();
    mark();
    await endAndStart();
    awayMs.push([from, performance.now()]);
  }
  const began = performance.now();
  const load = startLoad(parts);
  try {
    await makeTrouble({ load, clients, mark, away });
    const ended = performance.now();
    const visitors = await load.stop();
    await settle(parts, visitors);
    const found = await audit(parts, scene.place, visitors);
    const keys = scene.tenants.flatMap(({ busyKey, scarceKeys }) => [busyKey, ...scarceKeys]);
    const limits = new Map(keys.map(({ name, votesPerMinute }) => [name, votesPerMinute]));
    return { exchanges: clients.exchanges, audit: found, limits, loadMs: [began, ended], faultsMs, awayMs };
  } catch (cause) {
    const said = scene.services.map((service) => service.tail()).join('\n');
    throw new Error(`${cause instanceof Error ? cause.message : cause} The service said last:\n${said}`, { cause });
  } finally {
    await load.stop();
    clients.close();
  }
}

/** @throws Error unless a client was answered with this code: without it the scenario has not come about. */
export function requireCode(clients: Clients, code: string): void {
  if (!clients.exchanges.some((exchange) => exchange.code === code)) throw new Error(`Nobody was answered ${code}.`);
}
