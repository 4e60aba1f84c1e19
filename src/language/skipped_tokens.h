/// @file
/// Hides from the parser the tokens of a declarator that follow its restriction specifier.
#pragma once

#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/Token.h>

namespace milliamp::language {

using tokens = llvm::SmallVector<clang::Token, 16>;

clang::Token next_token(clang::Preprocessor& preprocessor);

/// Takes the next token. None follows the end of the file.
void take_token(clang::Preprocessor& preprocessor, tokens& taken);

/// Takes tokens up to the end of a balanced pair whose first token is the last one taken.
void skip_balanced(clang::Preprocessor& preprocessor, tokens& taken);

/// Takes tokens up to the one that begins a body or ends the declaration.
void skip_to_body(clang::Preprocessor& preprocessor, tokens& taken);

/// Takes a trailing return type, and the token after it.
void skip_type(clang::Preprocessor& preprocessor, tokens& taken);

/// Takes the rest of a declarator in parentheses, such as the parameters of the function in
/// `int (*f(int) restrict(amp))(int)`, and the token after it.
void skip_result(clang::Preprocessor& preprocessor, tokens& taken);

}  // namespace milliamp::language
