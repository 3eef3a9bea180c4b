import { conformance } from './conformance.js'
import { startNode } from './node.js'

const start = async () => {
  const alone = await startNode()
  return { here: alone, there: alone, close: () => alone.close() }
}

conformance('this process', start)
