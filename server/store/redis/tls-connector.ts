import { connect, type TLSSocket } from 'node:tls';
import { AbstractConnector } from 'ioredis';

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Makes the connections with TLS. The driver's own listens for one error of each, but one that it gives up in the middle of the
 * handshake may tell of a second, and an error that nobody listens for ends the process.
 */
export class TlsConnector extends AbstractConnector {
  readonly #place: Place;

  /** @param options those of the driver */
  constructor(options: unknown) {
    super(readNumber(options, 'disconnectTimeout'));
    this.#place = { host: readText(options, 'host'), port: readNumber(options, 'port') };
  }

  override async connect(): Promise<TLSSocket> {
    this.connecting = true;
    // The driver may let go in the same turn.
    await Promise.resolve();
    if (!this.connecting) throw new Error('Connection is closed.');
    const stream = connect(this.#place);
    stream.once('error', (error) => {
      this.firstError = error;
    });
    stream.on('error', () => undefined);
    this.stream = stream;
    return stream;
  }
}

function readNumber(options: unknown, name: string): number {
  return Number(readOption(options, name));
}

function readText(options: unknown, name: string): string {
  return String(readOption(options, name));
}

function readOption(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
}
