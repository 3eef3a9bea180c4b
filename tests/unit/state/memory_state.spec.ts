import { stateConformance } from '../../helpers/conformance/state_conformance.js'
import { startNode } from './node.js'

const start = async () => {
  const alone = await startNode()
  return { here: alone, there: alone, close: () => alone.close() }
}

stateConformance('this process', start)
