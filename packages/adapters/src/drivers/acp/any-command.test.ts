import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { supportedKeys } from '../../capabilities.ts';
import { FaultWorld } from '../../fault-world.ts';
import { anyCommandProfile } from './any-command.ts';
import { FakeAcp } from './fake-acp.ts';
import { acpCommandFactory } from './index.ts';

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

test('`acp:<command…>` drives a program that nobody knows: its words as a shell splits them, and no shell', async () => {
  const fake = new FakeAcp();
  const program = join(fake.folder, 'my agent');
  writeFileSync(
    program,
    `#!${process.execPath}\nrequire('node:fs').writeFileSync(${JSON.stringify(join(fake.folder, 'args.json'))}, JSON.stringify(process.argv.slice(2)));\nimport(${JSON.stringify(fake.binaryPath)});\n`,
  );
  chmodSync(program, 0o755);
  const factory = acpCommandFactory(`acp:'${program}' --flag "two words" $HOME;id`, { environment: fake.environment });
  const adapter = factory.create('any');
  closing.push(async () => {
    await adapter.terminate();
    fake.remove();
  });
  const world = new FaultWorld(adapter, { workspacePath: fake.folder });
  expect(await world.start()).toMatchObject({
    session: 'new',
    unasked: [expect.stringContaining('nobody has measured')],
    announced: ['fork'],
  });
  fake.addTurn([{ content: [{ type: 'text', text: 'Here I am.' }] }]);
  expect(await world.turn()).toMatchObject({ outcome: 'completed' });
  expect(world.of('BLOCK_END')).toMatchObject([{ text: 'Here I am.' }]);
  expect(JSON.parse(readFileSync(join(fake.folder, 'args.json'), 'utf8'))).toEqual(['--flag', 'two words', '$HOME;id']);
  expect(factory.row.unproven).toContain('does not know');
});

test('a copy of its session is offered where this program announced it, and only from the end', () => {
  const { row } = anyCommandProfile('acp:some-agent');
  expect(row.expectations.fork.status).toBe('known_limitation');
  expect(supportedKeys(row)).not.toContain('fork');
  expect(supportedKeys(row, ['fork'])).toContain('fork');
  // What the protocol does not have is not there because somebody says so.
  expect(supportedKeys(row, ['fork', 'forkAt', 'inputEdit'])).not.toContain('forkAt');
});

test('`acp:` without a command is refused, and one that fetches its program is given the time for it', () => {
  expect(() => anyCommandProfile('acp:')).toThrow(/Name the command/);
  expect(anyCommandProfile('acp:npx -y some-agent --acp').start).toMatchObject({
    binaries: ['npx'],
    arguments: ['-y', 'some-agent', '--acp'],
    fetchesPackage: true,
  });
  expect(anyCommandProfile('acp:/opt/x/agent').start.fetchesPackage).toBe(false);
});
