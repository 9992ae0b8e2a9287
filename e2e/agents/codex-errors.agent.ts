import { codexRow } from '@collagility/adapters/drivers/codex';
import { runErrorTable } from './error-table.ts';
import { openRealCodex } from './real-codex.ts';

runErrorTable(codexRow, 'responses', openRealCodex);
