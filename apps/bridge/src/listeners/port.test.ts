import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { choosePort, isFree, onChosenPort } from './port.ts';
import { listeningInodes, portHolder, programName } from './port-holder.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});
async function taken(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return (server.address() as AddressInfo).port;
}

describe('[B62] ports', () => {
  test('starts in the same moment get a port each', async () => {
    const ports = await Promise.all(Array.from({ length: 5 }, () => onChosenPort(new Set(), '127.0.0.1', taken)));
    expect(new Set(ports).size).toBe(5);
  });

  test('a taken port is seen, and who has it is named', async () => {
    const port = await taken();
    expect(await isFree(port, '127.0.0.1')).toBe(false);
    expect(await portHolder(port)).toContain(`(pid ${process.pid})`);
  });

  test('a free port has no holder', async () => {
    const port = await taken();
    open.pop()?.close();
    expect(await portHolder(port)).toBeUndefined();
  });

  test('a new room passes over ports of other rooms and taken ones', async () => {
    const first = await choosePort(new Set(), '127.0.0.1');
    const second = await choosePort(new Set([first]), '127.0.0.1');
    expect(second).toBeGreaterThan(first);
    await taken(second);
    expect(await choosePort(new Set([first]), '127.0.0.1')).toBeGreaterThan(second);
  });

  test("only listening sockets of that port count in the kernel's table", () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:128B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1',
      '   1: 0100007F:128B 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 222 1',
      '   2: 0100007F:128C 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 333 1',
    ].join('\n');
    expect(listeningInodes(table, 4747)).toEqual(['111']);
  });

  test('a program is called by its name, an interpreter by its script too', () => {
    expect(programName('/usr/lib/postgresql/bin/postgres\0-D\0/var/lib\0')).toBe('postgres');
    expect(programName('/usr/bin/node\0/home/ada/server.mjs\0')).toBe('node server.mjs');
  });
});
