import type { Fate } from '../../../../fakes/document_server/courier.js'
import type { Hold } from '../stage/walk_courier.js'

/** Named as often as it is to happen; the harmless one first, for that is what a walk shrinks to. */
export const HOLDS: readonly Hold[] = ['nowhere', 'nowhere', 'turn', 'way', 'lost']
export const FATES: readonly Fate[] = ['delivered', 'delivered', 'request_lost', 'answer_lost']
