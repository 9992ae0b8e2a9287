import { runRealErrors } from './real-errors.ts';

runRealErrors('claude-acp');
