//! What is changed, construct by construct.

use oxc_ast::ast::{
    BindingIdentifier, Declaration, ExportAllDeclaration, ExportDefaultDeclaration,
    ExportDefaultDeclarationKind, ExportNamedDeclaration, FormalParameter, ImportDeclaration,
    ImportDeclarationSpecifier, ImportExpression, ImportOrExportKind, JSXElement, JSXFragment, MetaProperty,
    ModuleExportName, Statement, TSAsExpression, TSEnumDeclaration, TSExportAssignment,
    TSImportEqualsDeclaration, TSInterfaceDeclaration, TSNonNullExpression, TSSatisfiesExpression,
    TSThisParameter, TSTypeAliasDeclaration, TSTypeAnnotation, TSTypeAssertion, TSTypeParameterDeclaration,
    TSTypeParameterInstantiation, VariableDeclaration, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;

use super::{Changes, quote};

fn name_of(name: &ModuleExportName<'_>) -> String {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.to_string(),
        ModuleExportName::IdentifierReference(name) => name.name.to_string(),
        ModuleExportName::StringLiteral(text) => text.value.to_string(),
    }
}

/// The names that a declaration binds.
#[derive(Default)]
struct Names(Vec<String>);

impl<'a> Visit<'a> for Names {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.0.push(it.name.to_string());
    }

    /// What stands on the right binds nothing here.
    fn visit_expression(&mut self, _it: &oxc_ast::ast::Expression<'a>) {}
}

fn bound_names(declaration: &VariableDeclaration<'_>) -> Vec<String> {
    let mut names = Names::default();
    for declarator in &declaration.declarations {
        names.visit_binding_pattern(&declarator.id);
    }
    names.0
}

impl<'a> Visit<'a> for Changes<'_> {
    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        let before = self.source[..it.span.start as usize].trim_end();
        // The colon stands before the type in some places and belongs to it in others.
        let start = if self.text(it.span).starts_with(':') || !before.ends_with(':') {
            it.span.start
        } else {
            u32::try_from(before.len() - 1).unwrap_or(it.span.start)
        };
        self.blank(start, it.span.end);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.blank(it.span.start, it.expression.span().start);
        self.visit_expression(&it.expression);
    }

    fn visit_ts_interface_declaration(&mut self, it: &TSInterfaceDeclaration<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_alias_declaration(&mut self, it: &TSTypeAliasDeclaration<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    /// Members with values only; what other members are worth is not needed to read a configuration.
    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        let members = it.body.members.iter().enumerate().map(|(at, member)| {
            let key = self.text(member.id.span());
            let value = member
                .initializer
                .as_ref()
                .map_or_else(|| at.to_string(), |it| self.text(it.span()).to_owned());
            format!("{key}: {value}")
        });
        let members: Vec<String> = members.collect();
        self.replace(
            it.span.start,
            it.span.end,
            format!("const {} = {{{}}}", it.id.name, members.join(", ")),
        );
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        let after = &self.source[it.span.end as usize..];
        let comma =
            after.trim_start().starts_with(',').then(|| after.find(',')).flatten().map_or(0, |at| at + 1);
        self.blank(it.span.start, it.span.end + u32::try_from(comma).unwrap_or_default());
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.optional {
            let end = it.type_annotation.as_ref().map_or(it.span.end, |annotation| annotation.span.start);
            self.blank_mark('?', it.pattern.span().end, end.max(it.pattern.span().end + 1));
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.blank_mark('!', it.id.span().end, it.span.end);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.declare {
            self.blank(it.span.start, it.span.end);
        } else {
            walk::walk_variable_declaration(self, it);
        }
    }

    /// Functions without a body only declare what others look like.
    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::FunctionDeclaration(function) if function.body.is_none() => {
                self.blank(function.span.start, function.span.end);
            }
            _ => walk::walk_statement(self, it),
        }
    }

    fn visit_jsx_element(&mut self, _it: &JSXElement<'a>) {
        self.has_jsx = true;
    }

    fn visit_jsx_fragment(&mut self, _it: &JSXFragment<'a>) {
        self.has_jsx = true;
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.is_module = true;
        let (start, end) = (it.span.start, it.span.end);
        if it.import_kind == ImportOrExportKind::Type {
            return self.blank(start, end);
        }
        let module = format!("__interop(require({}))", quote(&it.source.value));
        let mut members = Vec::new();
        let mut code = String::new();
        for specifier in it.specifiers.iter().flatten() {
            match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one)
                    if one.import_kind == ImportOrExportKind::Type => {}
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    members.push(format!("{}: {}", quote(&name_of(&one.imported)), one.local.name));
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                    members.push(format!("default: {}", one.local.name));
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                    code = format!("const {} = {module};", one.local.name);
                }
            }
        }
        if !members.is_empty() {
            code = format!("{code}const {{{}}} = {module};", members.join(", "));
        } else if it.specifiers.is_none() {
            code = format!("{module};");
        }
        self.replace(start, end, code);
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        self.is_module = true;
        let (start, end) = (it.span.start, it.span.end);
        if it.export_kind == ImportOrExportKind::Type {
            return self.blank(start, end);
        }
        if let Some(declaration) = &it.declaration {
            let names = match declaration {
                Declaration::VariableDeclaration(inner) => bound_names(inner),
                Declaration::FunctionDeclaration(inner) => {
                    inner.id.iter().map(|id| id.name.to_string()).collect()
                }
                Declaration::ClassDeclaration(inner) => {
                    inner.id.iter().map(|id| id.name.to_string()).collect()
                }
                Declaration::TSEnumDeclaration(inner) => vec![inner.id.name.to_string()],
                _ => return self.blank(start, end),
            };
            self.blank(start, declaration.span().start);
            for name in &names {
                self.export(name, name);
            }
            return walk::walk_declaration(self, declaration);
        }
        let module = it.source.as_ref().map(|source| format!("__interop(require({}))", quote(&source.value)));
        for one in it.specifiers.iter().filter(|one| one.export_kind != ImportOrExportKind::Type) {
            let local = name_of(&one.local);
            let value = module
                .as_ref()
                .map_or_else(|| local.clone(), |module| format!("{module}[{}]", quote(&local)));
            self.export(&name_of(&one.exported), &value);
        }
        self.blank(start, end);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.is_module = true;
        let module = format!("__interop(require({}))", quote(&it.source.value));
        match &it.exported {
            _ if it.export_kind == ImportOrExportKind::Type => {}
            Some(name) => self.export(&name_of(name), &module),
            None => self.tail = format!(";Object.assign(exports, {module}){}", self.tail),
        }
        self.blank(it.span.start, it.span.end);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        self.is_module = true;
        let start = it.declaration.span().start;
        let name = match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(inner) => inner.id.as_ref(),
            ExportDefaultDeclarationKind::ClassDeclaration(inner) => inner.id.as_ref(),
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => {
                return self.blank(it.span.start, it.span.end);
            }
            _ => None,
        };
        match name {
            Some(name) => {
                self.blank(it.span.start, start);
                self.export("default", &name.name);
            }
            None => self.replace(it.span.start, start, "exports.default = "),
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.replace(it.span.start, it.expression.span().start, "module.exports = ");
        self.visit_expression(&it.expression);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        self.replace(it.span.start, it.span.start + 6, "const ");
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.replace(it.span.start, it.span.start + 6, "__import");
        walk::walk_import_expression(self, it);
    }

    fn visit_meta_property(&mut self, it: &MetaProperty<'a>) {
        if it.meta.name == "import" {
            self.replace(it.span.start, it.span.end, "__meta");
        }
    }
}
