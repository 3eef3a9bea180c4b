import { PASSWORD } from '../../../helpers/accounts.js'
import { NEW_PASSWORD } from './linked.js'
import type { Request } from './request.js'

const LOGIN = '/app/auth/login'
export const REFRESH = '/app/auth/refresh'
export const OWN_PASSWORD = '/app/auth/password'
export const LOGOUT = '/app/auth/logout'

export const isLogin = ({ operation }: Request): boolean => operation.path === LOGIN

/** What people know by heart comes from nowhere else. */
export function withCredentials(request: Request): Request {
  const { by, login, operation } = request
  if (!by) return request
  const { username, password } = by
  if (operation.path === LOGIN) return { ...request, login: null, body: { username, password } }
  if (operation.path === REFRESH)
    return { ...request, login, body: { refreshToken: login?.refresh ?? 'none' } }
  const newPassword = password === PASSWORD ? NEW_PASSWORD : PASSWORD
  if (operation.path === OWN_PASSWORD)
    return { ...request, body: { oldPassword: password, newPassword } }
  return request
}
