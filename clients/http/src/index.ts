export { Chancery, ChanceryError, type ChanceryOptions } from './chancery.js'
export { MemoryTokens, StoredTokens, type TokenPair, type TokenStore } from './token_pair.js'
export * from './generated/index.js'
