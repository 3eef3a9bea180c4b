/** Whether it is an absolute http(s) address of a host, perhaps with a path, and nothing else. */
export function isPlainAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[?#\s]/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** Whether it is an address whose login and path can be decoded: a password with a bare % in it makes it none. */
export function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && [url.username, url.password, url.pathname].every(isDecodable)
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
