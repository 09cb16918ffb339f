/* The files of the page, from a folder.
 * Not here: those in the program (page.h), anything made by it (api.h).
 * Invariant: only plain files below the given folder are ever read. */
#ifndef CANASTA_SERVER_FILES_H
#define CANASTA_SERVER_FILES_H

#include "server/talk/reply.h"

/* Answers GET `path`; `if_none_match` may be empty. */
cn_reply cn_file_reply(const char *web_dir, const char *path, const char *if_none_match);
/* What an answer with any file of that path begins with; it has no body yet, and is a 304 if who
 * asks has this file already. */
cn_reply cn_file_head(const char *path, const char *etag, const char *if_none_match);
/* True if the folder holds a page. */
bool cn_file_page_exists(const char *web_dir);

#endif
