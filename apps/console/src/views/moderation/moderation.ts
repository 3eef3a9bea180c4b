import { queries } from '../../queries'
import { t } from '../../texts'

export const MODERATION = '/app/moderation'
export const CONVERSATIONS = `${MODERATION}/conversations`
export const REPORTS = `${MODERATION}/reports`
export const ACTS = `${MODERATION}/acts`

export const may = {
  listConversations: 'moderation:conversation:list',
  close: 'moderation:conversation:close',
  changeOwner: 'moderation:conversation:owner',
  delete: 'moderation:conversation:delete',
  removeMessage: 'moderation:message:remove',
  export: 'moderation:message:export',
  listReports: 'moderation:report:list',
  decide: 'moderation:report:close',
} as const

export const OUTCOMES = ['upheld', 'dismissed'] as const

const TYPES = ['direct', 'group', 'system'] as const
export const typeChoices = () => TYPES.map((value) => ({ value, label: t(`moderation.${value}`) }))

/** What a conversation is called; a direct one has no name. */
export const titleOf = ({ id, name }: { id: number; name: string | null }): string =>
  name ?? t('moderation.unnamed', { id })

/** One act shows in all three lists. */
export const refreshModeration = () =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(MODERATION),
  })
