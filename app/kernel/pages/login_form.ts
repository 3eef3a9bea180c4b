/** What a page logs in by, beneath what stands `above`; `desk.css` goes with it. */
export function loginForm(above: string): string {
  return `    <form id="login">
      ${above}
      <label>Username <input name="username" autocomplete="username" required /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
      <button>Log in</button>
      <p class="fault" role="alert"></p>
    </form>`
}
