export { userAdd } from './user/add.ts';
export { userGrantPro } from './user/grant-pro.ts';
export { userList } from './user/list.ts';
export { userMakeAdmin } from './user/make-admin.ts';
export { userRemove } from './user/remove.ts';
export { userResetPassword } from './user/reset-password.ts';
export { userResetSecondFactor } from './user/reset-second-factor.ts';
