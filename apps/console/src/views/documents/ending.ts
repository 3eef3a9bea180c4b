import type { ChanceryError } from '@chancery/http-client'
import { sure } from '../../parts/sure'
import { t } from '../../texts'

const OPEN_SESSION = ['E_BEING_EDITED', 'E_UNSAVED_WORK']
const PAUSE_MS = 1_000

export interface Ending {
  /** Runs what the service refuses while somebody edits the document. */
  work: (drop?: 'true') => Promise<unknown>
  mayDrop: boolean
  /** How often to try again while one's own editor, closed just now, is being saved. */
  attempts?: number
}

/**
 * Runs work that ends editing sessions. Where others are inside, offers to disconnect them.
 *
 * @returns whether it was done
 * @throws ChanceryError
 */
export async function ending({ work, mayDrop, attempts = 0 }: Ending): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const { reason, message } = error as ChanceryError
    if (!reason || !OPEN_SESSION.includes(reason)) throw error
    if (attempts > 0) {
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE_MS))
      return ending({ work, mayDrop, attempts: attempts - 1 })
    }
    if (!mayDrop) throw error
    if (!(await sure(t('document.askDrop', { reason: message }), t('document.drop')))) return false
    await work('true')
    return true
  }
}
