import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'Roles, menus, data scopes and the administration of users and departments':
    '角色、菜单、数据范围，以及用户和部门的管理',
  // Menus and permissions
  'System': '系统管理',
  'Users': '用户管理',
  'Roles': '角色管理',
  'Menus': '菜单管理',
  'Departments': '部门管理',
  'Permissions': '权限目录',
  'Sessions': '会话管理',
  'Login history': '登录历史',
  'Plugins': '插件',
  'Health': '服务状态',
  'List users': '查看用户列表',
  'See a user': '查看用户详情',
  'Create users': '新增用户',
  'Change users': '修改用户',
  'Delete users': '删除用户',
  'Erase the personal data of users': '清除用户的个人数据',
  'Set a user’s password': '重置用户密码',
  'Enable and disable users': '启用和停用用户',
  'Give roles to users and take them away': '为用户分配和收回角色',
  'Lift the lock of an account': '解除账号锁定',
  'Export users': '导出用户',
  'Import users': '导入用户',
  'List roles': '查看角色列表',
  'See a role': '查看角色详情',
  'Create roles': '新增角色',
  'Change roles': '修改角色',
  'Delete roles': '删除角色',
  'Choose a role’s menus and buttons': '设置角色的菜单和按钮',
  'Choose which rows a role reaches': '设置角色的数据范围',
  'Export roles': '导出角色',
  'List menus': '查看菜单列表',
  'See a menu': '查看菜单详情',
  'Create menus': '新增菜单',
  'Change menus': '修改菜单',
  'Delete menus': '删除菜单',
  'Export menus': '导出菜单',
  'List departments': '查看部门列表',
  'See a department': '查看部门详情',
  'Create departments': '新增部门',
  'Change and move departments': '修改和移动部门',
  'Delete departments': '删除部门',
  'Export departments': '导出部门',
  'List the sessions of users': '查看用户的会话列表',
  'End sessions of users': '结束用户的会话',
  'See the login history of users': '查看用户的登录历史',
  'See which permissions there are': '查看权限目录',
  'Ask why somebody may or may not do something': '查询某人为何有权或无权执行操作',
  'See which plugins there are': '查看插件列表',
  'See how the service is': '查看服务状态',

  // Users
  'There is already a user "{0}"': '用户“{0}”已存在',
  'Nobody deletes their own account': '不能删除自己的账号',
  'Nobody disables their own account': '不能停用自己的账号',
  'Nobody erases their own data; ask somebody else who may':
    '不能清除自己的个人数据；请由其他有权限的人操作',
  'Change your own password with PUT /app/auth/password':
    '修改自己的密码请使用 PUT /app/auth/password',
  'There is no user {0}': '用户 {0} 不存在',
  'There is no user "{0}"': '用户“{0}”不存在',
  'There is no such user': '该用户不存在',
  'There is no such row': '该记录不存在',
  'This session is over already': '该会话已经结束',
  'Their personal data is erased; nothing changes': '该用户的个人数据已清除；不能再修改',
  'Name a department you reach': '请选择您数据范围内的部门',
  'This needs the permission "{0}" for this user': '对该用户执行此操作需要权限“{0}”',
  'The last administrator cannot be removed, disabled or stripped of the role':
    '不能删除、停用最后一位管理员，也不能收回其角色',

  // Imports
  'Users of the file were changed meanwhile; send it again': '文件中的用户已被他人修改；请重新发送',
  'Nothing was imported; mend the rows that are named and send the file again':
    '未导入任何数据；请修正所列各行后重新发送文件',
  'Row {0}: {1}': '第 {0} 行：{1}',
  'As in row {0}': '与第 {0} 行重复',
  'Several are called "{0}"; give the id': '有多个名为“{0}”的部门；请改用 id',
  'At most {0} rows may have a password; set the others’ later':
    '最多 {0} 行可以设置密码；其余请稍后设置',

  // Departments
  'departments': '部门',
  'There is no department {0}': '部门 {0} 不存在',
  'There is no department "{0}"': '部门“{0}”不存在',
  'Delete or move the departments beneath this one first': '请先删除或移动下级部门',
  'A department that has people cannot be deleted': '部门下有人员，不能删除',
  'A department cannot stand beneath itself': '部门不能位于自身之下',
  'Departments are at most {0} levels deep': '部门最多 {0} 级',
  'Only who reaches every department puts one at the top':
    '只有数据范围包含全部部门的人才能将部门置于顶层',
  'A department is moved by who reaches all that is beneath it':
    '只有数据范围包含其全部下级的人才能移动部门',

  // Menus
  'menus': '菜单',
  'directory': '目录',
  'menu': '菜单',
  'button': '按钮',
  'There is no menu {0}': '菜单 {0} 不存在',
  'There is already a menu "{0}"': '菜单“{0}”已存在',
  'The plugin "{0}" brings this row along; hide or disable it instead':
    '此菜单由插件“{0}”提供；请改为隐藏或停用',
  'The plugin "{0}" brings this row along; its {1} cannot be changed':
    '此菜单由插件“{0}”提供；不能修改其 {1}',
  'Delete or move what stands beneath this menu first': '请先删除或移动该菜单的下级',
  'A directory carries no permission; its menus and buttons do':
    '目录不携带权限；权限由其下的菜单和按钮携带',
  'A {0} cannot hold what stands beneath it': '{0}不能包含其现有的下级',
  'A {0} cannot hold a {1}': '{0}下不能放置{1}',
  'A menu cannot stand beneath itself': '菜单不能位于自身之下',
  'Menus are at most {0} levels deep': '菜单最多 {0} 级',
  'Menus are everybody’s; let somebody change them who holds this permission without limit of rows':
    '菜单为所有人共用；请由拥有此权限且数据范围不受限的人修改',

  // Roles
  'roles': '角色',
  'There is no role {0}': '角色 {0} 不存在',
  'There is no role "{0}"': '角色“{0}”不存在',
  'There is already a role "{0}"': '角色“{0}”已存在',
  'The built-in administrator role holds everything, always': '内置管理员角色始终拥有全部权限',
  'The built-in administrator role cannot be deleted': '内置管理员角色不能删除',
  'A role that users have cannot be deleted; take it from them first':
    '该角色已分配给用户，不能删除；请先收回',
  'Somebody who has this role is out of your reach; let somebody change it who reaches all who have it':
    '拥有此角色的人中有人不在您的数据范围内；请由能覆盖全部人员的人修改',
  'Nobody hands out, or changes, more than they hold themselves: "{0}" goes beyond what you hold':
    '不能授予或修改超出自身的权限：“{0}”超出您所拥有的权限',
  'There are {0} {1}, as many as there may be: delete some first':
    '已有 {0} 个{1}，达到上限：请先删除一些',
  'All roles together would have more than {0} menus and departments: take some away first':
    '所有角色的菜单和部门合计将超过 {0} 个：请先减少一些',

  // Health
  '{0} is reached': '{0}正常',
  '{0} does not answer': '{0}没有响应',

  // Why somebody may do something
  'The role is disabled': '角色已停用',
  'The role holds everything': '角色拥有全部权限',
  'One of its menus or buttons carries the permission': '其菜单或按钮之一携带该权限',
  'The menu or button that carries the permission is disabled': '携带该权限的菜单或按钮已停用',
  'None of its menus and buttons carries the permission': '其菜单和按钮均不携带该权限',
  'The resource field must be one of: {0}': '字段 resource 必须是以下之一：{0}',
  'Enable the user': '启用该用户',
  'No plugin asks for this permission and no menu carries it; mind its name':
    '没有插件使用该权限，也没有菜单携带它；请检查名称',
  'Enable the role "{0}"': '启用角色“{0}”',
  'Give the user one of the roles that grant it': '为用户分配授予该权限的角色之一',
  'Enable the menu or button "{0}", and what stands above it': '启用菜单或按钮“{0}”及其上级',
  'Make a menu or button that carries the permission': '新建一个携带该权限的菜单或按钮',
  'Add the menu or button "{0}" to one of the user’s roles':
    '将菜单或按钮“{0}”添加到该用户的角色之一',
  'Widen the data scope of one of the roles to department {0}':
    '将角色之一的数据范围扩大到部门 {0}',
  'Widen the data scope of one of the roles': '扩大角色之一的数据范围',
  'Move the row, which is of department {0}, or the user':
    '移动属于部门 {0} 的该记录，或移动该用户',
  'Let somebody do it who reaches the rows of user {0}': '请由数据范围包含用户 {0} 的人操作',
  'every row': '全部数据',
  'rows that the user owns': '该用户本人的数据',
  'no row, for the user has no department': '没有数据，因为该用户没有部门',
  '{0}, and {1}': '{0}，以及{1}',
  'rows of the department {0}': '部门 {0} 的数据',
  'rows of {0} departments: {1} and {2} more': '{0} 个部门的数据：{1} 及另外 {2} 个',
  'rows of {0} departments: {1}': '{0} 个部门的数据：{1}',
  'A position that users have cannot be deleted': '已有用户担任的岗位不能删除',
  'There is already a position with the code "{0}"': '已存在编码为“{0}”的岗位',
  'There is no position {0}': '不存在岗位 {0}',
  'The position "{0}" is disabled': '岗位“{0}”已停用',
  'List positions': '查看岗位列表',
  'See a position': '查看岗位',
  'Create positions': '新建岗位',
  'Change positions': '修改岗位',
  'Delete positions': '删除岗位',
  'Export positions': '导出岗位',
  'Positions': '岗位',
  'Name': '名称',
  'Code': '编码',
  'Sort': '排序',
  'Status': '状态',
  'Enabled': '启用',
  'Disabled': '停用',
  'Created': '创建时间',
}

export default texts
