/** Work in threads, and who has their turn. */
export { E_THREAD_LIMIT } from './errors.js'
export { FairTurns, type Place } from './fair_turns.js'
export { type ThreadLimits, inThread, scriptBeside, threadQueue } from './in_thread.js'
export { RefusalInThread } from './messages.js'
export { inOwnTurn } from './own_turn.js'
export { serveThread } from './serve_thread.js'
export { ShortTurns } from './short_turns.js'
