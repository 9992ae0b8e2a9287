import { claudeRow } from '@collagility/adapters/drivers/claude';
import { runErrorTable } from './error-table.ts';
import { openRealClaude } from './real-claude.ts';

runErrorTable(claudeRow, 'anthropic', openRealClaude);
