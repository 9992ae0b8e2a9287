import type { RiskClass } from '@collagility/protocol/events';
import { expect, test } from 'vitest';
import { classifyRisk, type RiskPlaces } from '../approvals/risk.ts';

export const places: RiskPlaces = {
  workspacePath: '/home/ada/app',
  homePath: '/home/ada',
  dataPath: '/home/ada/.local/share/collagility',
  realPath: (path) => {
    const clean = new URL(`file://${path}`).pathname.replace(/(.)\/$/, '$1');
    return clean.startsWith('/home/ada/app/link') ? clean.replace('/home/ada/app/link', '/etc') : clean;
  },
};
export const command = (text: string) =>
  classifyRisk({ kind: 'execute', arguments: { command: text } }, places).classes;

/** Each must have the class; others are not looked at. */
export const has = (risk: RiskClass, lines: string[]) =>
  test.each(lines)(`${risk}: %j`, (line) => expect(command(line)).toContain(risk));
export const hasNot = (risk: RiskClass, lines: string[]) =>
  test.each(lines)(`not ${risk}: %j`, (line) => expect(command(line)).not.toContain(risk));
