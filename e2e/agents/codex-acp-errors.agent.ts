import { runRealErrors } from './real-errors.ts';

runRealErrors('codex-acp');
