/** Who takes part: an administrator who prepares all, and a clerk who may call everything and sees only their own. */
export interface People {
  clerkId: number
  /** A new session of the clerk's each time it is asked for. */
  logInClerk(): Promise<string>
  /** Of a document that the clerk has opened: where the document server reports, and under which key. */
  callback: { target: string; key: string }
}

const PASSWORD = 'a clerk who means no good'
const USERNAME = 'cost-clerk'

export async function preparePeople(root: string, adminPassword: string): Promise<People> {
  const admin = await logIn(root, 'admin', adminPassword)
  const menus = await everyMenu(root, admin)
  const role = await call<{ id: number }>(root, admin, 'POST', '/app/system/roles', {
    code: 'cost',
    name: 'Cost',
    dataScope: 'self',
    menuIds: menus,
  })
  const { id } = await call<{ id: number }>(root, admin, 'POST', '/app/system/users', {
    username: USERNAME,
    nickname: 'Clerk',
    password: PASSWORD,
    roleIds: [role.id],
  })
  const clerk = await logIn(root, USERNAME, PASSWORD)
  return {
    clerkId: id,
    logInClerk: () => logIn(root, USERNAME, PASSWORD),
    callback: await opened(root, clerk),
  }
}

async function everyMenu(root: string, token: string): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const path = `/app/system/menus?pageSize=200&page=${page}`
    const { items } = await call<{ items: { id: number }[] }>(root, token, 'GET', path)
    ids.push(...items.map(({ id }) => id))
    if (items.length < 200) return ids
  }
}

async function opened(root: string, token: string): Promise<People['callback']> {
  const blank = { fileType: 'docx', title: 'Cost' }
  const { id } = await call<{ id: number }>(root, token, 'POST', '/app/document', blank)
  const { document, editorConfig } = await call<{
    document: { key: string }
    editorConfig: { callbackUrl: string }
  }>(root, token, 'GET', `/app/document/${id}/editor-config`)
  const { pathname, search } = new URL(editorConfig.callbackUrl)
  return { target: pathname + search, key: document.key }
}

async function logIn(root: string, username: string, password: string): Promise<string> {
  const body = { username, password }
  const { accessToken } = await call<{ accessToken: string }>(
    root,
    '',
    'POST',
    '/app/auth/login',
    body
  )
  return accessToken
}

async function call<T>(
  root: string,
  token: string,
  method: string,
  path: string,
  body?: unknown
): Promise<T> {
  const response = await fetch(root + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = (await response.json()) as { message: string; data: T }
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`)
  return answer.data
}
