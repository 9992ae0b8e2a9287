import { codexExecFactory, codexExecRow } from '@collagility/adapters/drivers/codex-exec';
import { runErrorTable } from './error-table.ts';
import { openRealCodex } from './real-codex.ts';

runErrorTable(codexExecRow, 'responses', async () => {
  const real = await openRealCodex();
  return { ...real, create: () => codexExecFactory({ environment: real.environment }).create('codex-exec-1') };
});
