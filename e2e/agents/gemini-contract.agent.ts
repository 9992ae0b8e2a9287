import { runRealContract } from './real-contract.ts';

runRealContract('gemini');
