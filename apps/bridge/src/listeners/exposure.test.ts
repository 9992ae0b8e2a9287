import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exposureOf, lanAddress } from './exposure.ts';

const folder = fileURLToPath(new URL('../../../../fixtures/tls/', import.meta.url));
const tls = { tlsCert: `${folder}relay.test.cert.pem`, tlsKey: `${folder}relay.test.key.pem` };

test('[B64] without a word the listener is on loopback only', () => {
  expect(exposureOf({ lan: false, insecureLan: false })).toEqual({ host: '127.0.0.1', isLan: false });
});

test('beyond loopback it needs TLS files or the word that it goes without', () => {
  expect(() => exposureOf({ lan: true, insecureLan: false })).toThrow('Nothing was opened');
  expect(exposureOf({ lan: true, insecureLan: true })).toEqual({ host: '0.0.0.0', isLan: true });
  expect(exposureOf({ lan: true, insecureLan: false, ...tls }).tls?.key).toContain('PRIVATE KEY');
});

test('a TLS file that is missing or no PEM is named', () => {
  const base = mkdtempSync(join(tmpdir(), 'collagility-tls-'));
  try {
    const empty = join(base, 'empty.pem');
    writeFileSync(empty, '');
    const network = { lan: true, insecureLan: false, tlsKey: tls.tlsKey };
    expect(() => exposureOf({ ...network, tlsCert: join(base, 'none.pem') })).toThrow('cannot be read');
    expect(() => exposureOf({ ...network, tlsCert: empty })).toThrow('holds no PEM');
  } finally {
    rmSync(base, { recursive: true });
  }
});

test("the link names the machine's own address, not a self-given one", () => {
  const address = (text: string, internal: boolean, family: 'IPv4' | 'IPv6' = 'IPv4') =>
    ({ address: text, internal, family, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never;
  expect(
    lanAddress({
      lo: [address('127.0.0.1', true)],
      eth0: [address('fe80::1', false, 'IPv6'), address('169.254.7.7', false), address('192.168.1.20', false)],
    }),
  ).toBe('192.168.1.20');
});
