/** Writes into the page what the service answers; as text alone. */
export const element = (id) => document.getElementById(id)

export function show(id, text) {
  element(id).textContent = text
}

export function showVersions(versions) {
  fill('versions', versions, ({ no, kind, authorName, createdAt, current }) => ({
    text: `${no} · ${kind.replace('_', ' ')} · ${authorName} · ${at(createdAt)}`,
    mark: current ? 'current' : '',
  }))
}

export function showLog({ items }) {
  fill('log', items, ({ action, operatorName, versionNo, createdAt }) => ({
    text: [
      at(createdAt),
      action.replaceAll('_', ' '),
      versionNo && `version ${versionNo}`,
      operatorName,
    ]
      .filter(Boolean)
      .join(' · '),
    mark: action,
  }))
}

export function showEditing({ title, fileType, status, versionNo, editing }) {
  show('title', `${title}.${fileType}`)
  const names = editing.map(({ name }) => name).join(', ')
  show(
    'state',
    `${status.replace('_', ' ')} · version ${versionNo}${names && ` · edited by ${names}`}`
  )
}

function fill(id, rows, describe) {
  const entries = rows.map((row) => {
    const { text, mark } = describe(row)
    return Object.assign(document.createElement('li'), { textContent: text, className: mark })
  })
  element(id).replaceChildren(...entries)
}

const at = (instant) => new Date(instant).toLocaleTimeString()
