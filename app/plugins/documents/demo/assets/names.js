const MOST = 8
const LISTED = `status=enabled&sort=name&pageSize=${MOST}&count=none`
const LISTS = {
  user: `app/im/contacts?limit=${MOST}`,
  department: `app/system/departments?flat=true&${LISTED}`,
  role: `app/system/roles?${LISTED}`,
}
const UNLISTED = ['E_FORBIDDEN', 'E_NOT_FOUND']
const NUMBER = /^[1-9]\d*$/

/**
 * Those whom a part of a name may mean, and what there is to say of that. A number is taken, too, for not everybody may
 * list everything.
 *
 * @param type user, department or role
 */
export async function find(service, type, text) {
  const numbered = NUMBER.test(text) ? [{ id: Number(text) }] : []
  const named = await list(service, type, text)
  const found = [...numbered, ...(named ?? [])]
  return { found, hint: hintOf(type, named, found) }
}

/** Nothing for whoever may not. */
async function list(service, type, text) {
  try {
    const rows = await service.get(`${LISTS[type]}&${new URLSearchParams({ keyword: text })}`)
    return (rows.items ?? rows).map(entryOf)
  } catch (error) {
    if (!UNLISTED.includes(error.reason)) throw error
  }
}

function entryOf({ id, nickname, username, name = nickname, code = username }) {
  return { id, name, code }
}

function hintOf(type, named, found) {
  if (named?.length === MOST) return 'There may be more: type more of the name.'
  if (found.length > 0) return undefined
  if (named) return `There is no ${type} of this name.`
  return `You may not look for a ${type} by name: type the number.`
}
