/**
 * Pause between two prompts of one Starknet wallet, in ms. Argent X 6.23 answers before its window closes. When a
 * request came up to 100 ms after an answer, every fourth got no window; from 300 ms on each had a window (measured).
 */
export const STARKNET_PROMPT_PAUSE = 400
