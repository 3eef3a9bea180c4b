import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'Operators, departments, login, sessions and lockout': '操作员、部门、登录、会话和账号锁定',
  'Another enabled user has this e-mail address': '该邮箱已被其他启用的用户使用',
  'The username or the password is wrong': '用户名或密码错误',
  'This account is disabled; ask an administrator to enable it': '该账号已停用；请联系管理员启用',
  'The account is locked after too many failed logins; try again later':
    '登录失败次数过多，账号已锁定；请稍后再试',
  'The account is locked after too many failed logins; try again in {0}':
    '登录失败次数过多，账号已锁定；请在 {0}后再试',
  '1 minute': '1 分钟',
  '{0} minutes': '{0} 分钟',
  'The session is over; log in again': '会话已结束；请重新登录',
  'The present password is wrong': '当前密码错误',
  'The new password must differ from the present one': '新密码不能与当前密码相同',
  'You have changed your password as often as one may in a minute':
    '一分钟内修改密码的次数已达上限',
  'You have changed your profile as often as one may in a minute':
    '一分钟内修改个人资料的次数已达上限',
  'Too many logins from this address wait': '来自此地址的登录等待过多',
  'This session was refreshed as often as one may be in an hour':
    '该会话在一小时内使用刷新令牌的次数已达上限',
  'You have logged in as often as one may in an hour': '一小时内登录次数已达上限',
  'A password has at least {0} characters': '密码至少需要 {0} 个字符',
  'This password is guessed early: take one that is more than common words, names, runs of keys and years':
    '该密码容易被猜到：请避免仅由常用词、姓名、键盘连续字符和年份组成',
  'The {field} field must be a telephone number': '字段 {field} 必须是电话号码',
  'A username has letters from a to z, digits, dots, underscores and hyphens, and begins with a letter or a digit':
    '用户名由字母 a 至 z、数字、点、下划线和连字符组成，并以字母或数字开头',

  // Notices
  'New login': '新的登录',
  'Somebody logged in to your account {0}: {1} that was not seen before. If that was not you, change your password, and end the sessions that are not yours.':
    '有人{0}登录了您的账号：这是{1}，此前从未出现过。如果不是您本人，请修改密码，并结束不属于您的会话。',
  'a device': '一台设备',
  'an address': '一个地址',
  'Your password was changed': '您的密码已修改',
  'The password of your account was changed {0}, and your other sessions are over. If that was not you, ask an administrator at once.':
    '您账号的密码已被{0}修改，您的其他会话已结束。如果不是您本人，请立即联系管理员。',
  'Your password was reset': '您的密码已重置',
  'Somebody who administers the service set another password for your account, and your sessions are over. If you did not ask for it, ask them.':
    '管理员为您的账号设置了新密码，您的会话已结束。如果您没有要求重置，请向其询问。',
  'Your e-mail address was changed': '您的邮箱已修改',
  'The e-mail address of your account was changed {0}. If that was not you, change your password, and end the sessions that are not yours.':
    '您账号的邮箱已被{0}修改。如果不是您本人，请修改密码，并结束不属于您的会话。',
  'Enough notices were sent': '已发送足够多的通知',
  'from an unknown address': '从未知地址',
  'from {0}': '从 {0} ',
  '{0} with {1}': '{0}使用 {1} ',
  'You have looked for people as often as one may in a minute': '一分钟内查找人员的次数已达上限',
  'Wrong passwords before an account is locked': '锁定账号前允许的密码错误次数',
  'How many wrong passwords in a row lock an account.': '连续输错多少次密码会锁定账号。',
  'Minutes that an account stays locked': '账号锁定的分钟数',
  'A lock that is in force ends when it was to end.': '已生效的锁定仍按原定时间结束。',
  'Open sessions of one user': '单个用户的会话数',
  'When one more opens, the one used longest ago ends.': '超出时，最久未使用的会话会被结束。',
}

export default texts
