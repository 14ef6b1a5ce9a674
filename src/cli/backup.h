/*
 * src/cli/backup.h - restores a backup. backup.c also makes backups
 * (command_backup) and checks one before it is put in place (copy_check).
 */
#ifndef CLI_BACKUP_H
#define CLI_BACKUP_H
#include "cli/cli.h"

/*
 * Restore a backup: copy it into a new folder next to the state, open and check
 * the copy, rename the old state, put the copy in its place, and print what the
 * next start will do. ERR_EXISTS while a daemon uses the state.
 */
enum err backup_restore(struct cli *c, const char *dir, struct why *why);
#endif
