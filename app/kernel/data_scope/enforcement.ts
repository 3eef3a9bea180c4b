import { scopeEveryInstance } from './scoped_adapter.js'
import { scopeEveryStatement } from './scoped_builder.js'

const installed = { done: false }

/**
 * Puts the data scope into Lucid, for every model and verb. Called once when the application boots; later calls do
 * nothing.
 */
export function enforceDataScope(): void {
  if (installed.done) return
  installed.done = true
  scopeEveryStatement()
  scopeEveryInstance()
}
