import { conformance } from './conformance.js'
import { startNode } from './node.js'
import { rateConformance } from './rate_conformance.js'

const start = async () => {
  const alone = await startNode()
  return { here: alone, there: alone, close: () => alone.close() }
}

conformance('this process', start)
rateConformance('this process', start)
