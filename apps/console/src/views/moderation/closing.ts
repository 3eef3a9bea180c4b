import { ask } from '../../ask'
import { sure } from '../../parts/sure'
import { done, tell } from '../../parts/tell'
import { t } from '../../texts'
import { CONVERSATIONS, refreshModeration, titleOf } from './moderation'

/** Closes a group after a question, or opens it again. */
export async function setClosed(
  group: { id: number; name: string | null },
  closed: boolean
): Promise<void> {
  const question = t('moderation.askClose', { name: titleOf(group) })
  if (closed && !(await sure(question, t('moderation.closeGroup')))) return
  try {
    await ask('put', `${CONVERSATIONS}/${group.id}/closed`, { body: { closed } })
    done(t('done.saved'))
  } catch (error) {
    tell(error)
  } finally {
    void refreshModeration()
  }
}
