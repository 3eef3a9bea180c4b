/** Binds what the settings choose: state and limits in memory or in Redis. */
export { bootState, closeState, registerState } from './state_provider.js'
