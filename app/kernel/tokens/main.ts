/** Signed tokens for links. */
export { SignedTokens } from './signed_tokens.js'
