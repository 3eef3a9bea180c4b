/* Runs ace commands from TypeScript sources, on the Node.js version the project needs. */
import './bin/require_node.js'

await import('./bin/typescript.js')
await import('./bin/console.js')
