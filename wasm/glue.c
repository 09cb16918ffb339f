/* The buffer of a module. Not here: as in the header. Invariant: as in the header. */
#include "glue.h"

#include <string.h>

#include "text/cards/json_text.h"

static char buffer[CW_BUFFER_BYTES];

char *cw_buffer(void)
{
    return buffer;
}

unsigned cw_buffer_bytes(void)
{
    return CW_BUFFER_BYTES;
}

cn_writer cw_writer(void)
{
    return cn_writer_make(buffer, CW_BUFFER_BYTES);
}

size_t cw_text_length(void)
{
    buffer[CW_BUFFER_BYTES - 1] = '\0';
    return strlen(buffer);
}

char *cw_cut_line(char *text)
{
    char *end = strchr(text, '\n');
    if (end == NULL) return NULL;
    *end = '\0';
    return end + 1;
}

int cw_answer(const cn_text_error *error)
{
    cn_writer writer = cw_writer();
    cn_write_answer_json(&writer, error);
    return error == NULL;
}

int cw_refuse(const char *message)
{
    cn_text_error error = {.line = 1, .column = 1};
    cn_writer writer = cn_writer_make(error.message, sizeof error.message);
    cn_write(&writer, "%s", message);
    return cw_answer(&error);
}
