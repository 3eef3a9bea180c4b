/* Runs ace commands from TypeScript sources, on the Node.js version the project needs. */
import './bin/require_node.js'

await import('@poppinss/ts-exec')
await import('./bin/console.js')
